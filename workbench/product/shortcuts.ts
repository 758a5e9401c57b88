import { KeyCode } from '@codingame/monaco-vscode-api/vscode/vs/base/common/keyCodes';
import { ContextKeyExpr } from '@codingame/monaco-vscode-api/vscode/vs/platform/contextkey/common/contextkey';
import {
  KeybindingsRegistry,
  KeybindingWeight,
} from '@codingame/monaco-vscode-api/vscode/vs/platform/keybinding/common/keybindingsRegistry';

/** Shortcuts of the desktop that VS Code leaves to the browser although a page may have them. */
export function addDesktopShortcuts(): void {
  KeybindingsRegistry.registerKeybindingRule({
    id: 'editor.action.revealDefinition',
    primary: KeyCode.F12,
    weight: KeybindingWeight.EditorContrib,
    when: ContextKeyExpr.deserialize('editorHasDefinitionProvider && editorTextFocus'),
  });
}
