import type { LanguageServerDescriptor } from '../../../server/protocol/descriptor.ts';
import type { Install } from '../../../server/protocol/install.ts';
import { usesSettings } from './initializationOptions.ts';
import { isRecord, strings, text } from './json.ts';

/** What the editor's end needs of a descriptor: how it is run is the server's side of it. */
export interface Descriptor
  extends
    Pick<
      LanguageServerDescriptor,
      'id' | 'label' | 'languages' | 'schemes' | 'settings' | 'defaults' | 'fileEvents'
    >,
    Pick<LanguageServerDescriptor, 'enabledWhen' | 'onlyWith' | 'requiresTrust' | 'guidance' | 'slowStart'> {
  readonly extensionId: string;
  readonly install: Install | undefined;
  /** All of it as written: how it is run is not for us to read, but to see when it changes. */
  readonly written: string;
  /** Only where they have `${config:…}` in them: otherwise the server reads them from the manifest itself. */
  readonly initializationOptions?: unknown;
}

/**
 * One entry of `contributes.languageServers`, with defaults filled in. The server checks the same manifest with
 * the schema and tells extension, key and line of what is wrong; here it is enough not to stumble.
 *
 * @param virtualSchemes that documents of the folder have here, beside `file`
 * @returns undefined when it cannot be used.
 */
export function readDescriptor(
  extensionId: string,
  contribution: unknown,
  virtualSchemes: readonly string[] = [],
): Descriptor | undefined {
  if (!isRecord(contribution)) return undefined;
  const { id, label, enabledWhen } = contribution;
  const languages = strings(contribution['languages']);
  if (typeof id !== 'string' || typeof label !== 'string' || languages.length === 0) return undefined;
  return {
    extensionId,
    written: JSON.stringify(contribution),
    id,
    label,
    languages,
    schemes: withVirtual(
      'schemes' in contribution ? strings(contribution['schemes']) : ['file', 'untitled'],
      virtualSchemes,
    ),
    settings: strings(contribution['settings']),
    // Manifests are JSON, so these values are too.
    defaults: (isRecord(contribution['defaults']) ? contribution['defaults'] : {}) as Descriptor['defaults'],
    fileEvents: strings(contribution['fileEvents']),
    onlyWith: strings(contribution['onlyWith']),
    requiresTrust: contribution['requiresTrust'] === true,
    enabledWhen:
      isRecord(enabledWhen) && typeof enabledWhen['setting'] === 'string'
        ? ({ setting: enabledWhen['setting'], equals: enabledWhen['equals'] } as Descriptor['enabledWhen'])
        : undefined,
    guidance: text(contribution['guidance']),
    slowStart: text(contribution['slowStart']),
    install: readInstall(contribution['install']),
    ...(usesSettings(contribution['initializationOptions'])
      ? { initializationOptions: contribution['initializationOptions'] }
      : {}),
  };
}

export function readInstall(value: unknown): Install | undefined {
  if (!isRecord(value)) return undefined;
  if (typeof value['npm'] === 'string') return { npm: value['npm'] };
  return typeof value['go'] === 'string' ? { go: value['go'] } : undefined;
}

function withVirtual(schemes: readonly string[], virtual: readonly string[]): string[] {
  return schemes.flatMap((scheme) => (scheme === 'file' ? ['file', ...virtual] : [scheme]));
}
