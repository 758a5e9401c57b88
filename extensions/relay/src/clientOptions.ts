import { Uri, workspace, type FileSystemWatcher, type LogOutputChannel } from 'vscode';
import {
  CancellationToken,
  CloseAction,
  ErrorAction,
  RenameRequest,
  RevealOutputChannelOn,
  type LanguageClientOptions,
  type MessageSignature,
  type Middleware,
} from 'vscode-languageclient/browser';
import type { Clock } from './clock.ts';
import { editorSettings } from './configuration.ts';
import type { Descriptor } from './descriptor.ts';
import { clampDiagnostics } from './diagnostics.ts';
import type { Dialect } from './dialects/dialect.ts';
import { withSettings } from './initializationOptions.ts';
import { harmless, harmlessHint } from './markdown.ts';
import { OwnRenames } from './ownRenames.ts';
import { PushedDiagnostics } from './pushedDiagnostics.ts';
import { Registrations } from './registrations.ts';
import { retryWhenModified } from './relayClient.ts';
import type { ServerSettings } from './settings.ts';
import { sameUris, type Uris } from './uris.ts';

export interface ClientWorld {
  readonly clock: Clock;
  readonly log: LogOutputChannel;
  readonly settings: () => ServerSettings;
  readonly watchers: readonly FileSystemWatcher[];
  readonly notify: (method: string, params: unknown) => Promise<void>;
  readonly clearDiagnostics: (uri: Uri) => void;
  /** What a URI of the server is in the editor. */
  readonly uri: (text: string) => Uri;
  readonly unregister: (method: string, id: string) => void;
  readonly adopt: (command: string) => Promise<void>;
  readonly dialect: Dialect;
  readonly uris: Uris;
  /** The server answered `initialize` with an error. */
  readonly refused: (reason: string) => void;
}

/** How `vscode-languageclient` serves one descriptor. */
export function clientOptions(descriptor: Descriptor, world: ClientWorld): LanguageClientOptions {
  return {
    documentSelector: descriptor.languages.flatMap((language) =>
      descriptor.schemes.map((scheme) => ({ language, scheme })),
    ),
    ...(world.uris === sameUris
      ? {}
      : { uriConverters: { code2Protocol: world.uris.toServer, protocol2Code: world.uris.toEditor } }),
    diagnosticCollectionName: descriptor.id,
    outputChannel: world.log,
    traceOutputChannel: world.log,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    synchronize: {
      configurationSection: [...descriptor.settings],
      fileEvents: [...world.watchers],
    },
    ...(descriptor.initializationOptions === undefined
      ? {}
      : {
          initializationOptions: () =>
            withSettings(descriptor.initializationOptions, (key) =>
              world.settings().answer(key, editorSettings()),
            ),
        }),
    // Text of a language server is never trusted: no command links, no HTML.
    markdown: { isTrusted: false, supportHtml: false },
    initializationFailedHandler(error: unknown) {
      world.refused(error instanceof Error ? error.message : String(error));
      return false;
    },
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      // Whether and when to connect again is the link's business, not the client's.
      closed: () => ({
        action: CloseAction.DoNotRestart,
        handled: true,
        message: 'The connection is closed.',
      }),
    },
    middleware: middleware(descriptor, world),
  };
}

/** Settings by section, for servers that read what they are sent instead of asking. */
export function sentSettings({
  dialect,
  settings,
  uris,
}: Pick<ClientWorld, 'dialect' | 'settings' | 'uris'>): Record<string, unknown> {
  const all = Object.entries(settings().all(editorSettings()));
  return Object.fromEntries(
    all.map(([key, value]) => [key, dialect.settings?.(value, undefined, uris) ?? value]),
  );
}

function middleware(descriptor: Descriptor, world: ClientWorld): Middleware {
  const pushed = new PushedDiagnostics();
  const renames = new OwnRenames(world.uri);
  const registrations = new Registrations({
    folders: () => (workspace.workspaceFolders ?? []).map(({ uri }) => decodeURI(world.uris.toServer(uri))),
    unregister: world.unregister,
  });
  return {
    async sendRequest(type, params, token, next) {
      const result = await retryWhenModified(world.clock, next, type, params, token);
      if (methodOf(type) === RenameRequest.method) renames.answered(result);
      return result;
    },
    // The status item shows reported work; the library's own notifications would show it twice.
    handleWorkDoneProgress: () => {},
    async handleRegisterCapability(params, next) {
      await next(registrations.admit(params), CancellationToken.None);
    },
    async handleUnregisterCapability(params, next) {
      registrations.forget(params.unregisterations.map(({ id }) => id));
      await next(params, CancellationToken.None);
    },
    async didOpen(document, next) {
      pushed.opened(document.uri.toString());
      await next(document);
    },
    async didClose(document, next) {
      await next(document);
      if (pushed.clearsOnClose) world.clearDiagnostics(document.uri);
    },
    handleDiagnostics(uri, diagnostics, next) {
      pushed.published(uri.toString(), diagnostics.length);
      next(uri, clampDiagnostics(uri, diagnostics));
    },
    async provideDiagnostics(document, previous, token, next) {
      const report = await next(document, previous, token);
      if (!report || report.kind !== 'full') return report;
      const uri = document instanceof Uri ? document : document.uri;
      return { ...report, items: clampDiagnostics(uri, report.items) };
    },
    async provideHover(document, position, token, next) {
      const hover = await next(document, position, token);
      for (const content of hover?.contents ?? []) harmless(content);
      return hover;
    },
    async provideCompletionItem(document, position, context, token, next) {
      const result = await next(document, position, context, token);
      const items = Array.isArray(result) ? result : (result?.items ?? []);
      for (const item of items) harmless(item.documentation);
      return result;
    },
    async resolveCompletionItem(item, token, next) {
      const resolved = await next(item, token);
      harmless(resolved?.documentation);
      return resolved;
    },
    async provideSignatureHelp(document, position, context, token, next) {
      const help = await next(document, position, context, token);
      for (const signature of help?.signatures ?? []) {
        harmless(signature.documentation);
        for (const parameter of signature.parameters) harmless(parameter.documentation);
      }
      return help;
    },
    async provideInlayHints(document, range, token, next) {
      const hints = await next(document, range, token);
      for (const hint of hints ?? []) harmlessHint(hint);
      return hints;
    },
    async resolveInlayHint(hint, token, next) {
      const resolved = await next(hint, token);
      if (resolved) harmlessHint(resolved);
      return resolved;
    },
    async provideCodeActions(document, range, context, token, next) {
      const actions = await next(document, range, context, token);
      for (const action of actions ?? []) {
        if (typeof action.command === 'object')
          action.command = world.dialect.command?.(action.command) ?? action.command;
        const id = typeof action.command === 'string' ? action.command : action.command?.command;
        if (id !== undefined) await world.adopt(id);
      }
      return actions;
    },
    workspace: {
      async willRenameFiles(event, next) {
        const files = event.files.filter((file) => !renames.takes(file));
        if (files.length === event.files.length) return next(event);
        if (files.length === 0) return null;
        return next({
          files,
          token: event.token,
          waitUntil: (edit: Thenable<unknown>) => event.waitUntil(edit),
        });
      },
      configuration: ({ items }) =>
        items.map(({ section, scopeUri }) => {
          const resource = scopeUri ? world.uris.toEditor(scopeUri) : undefined;
          const answer = world.settings().answer(section ?? undefined, editorSettings(resource));
          return world.dialect.settings?.(answer, resource, world.uris) ?? answer;
        }),
      // A server that registers for changes without naming a section is served by the sections we declare.
      async didChangeConfiguration(sections) {
        if (sections === undefined && descriptor.settings.length > 0) return;
        await world.notify('workspace/didChangeConfiguration', {
          settings: sentSettings(world),
        });
      },
    },
  };
}

function methodOf(type: string | MessageSignature): string {
  return typeof type === 'string' ? type : type.method;
}
