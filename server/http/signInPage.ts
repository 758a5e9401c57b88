/**
 * What a browser shows that comes without the token.
 *
 * @param tryAgain whether it came over a link from another site: such a visit carries no SameSite=Strict cookie,
 * but the same address asked for again by this page does.
 */
export function signInPage(reason: string, tryAgain: boolean): string {
  const refresh = tryAgain ? '<meta http-equiv="refresh" content="0" />' : '';
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="dark light" />
    ${refresh}
    <title>Mooring: sign in</title>
    <style>
      body { font: 16px/1.6 system-ui, sans-serif; max-width: 40rem; margin: 15vh auto; padding: 0 1.5rem; }
      code { background: color-mix(in srgb, currentColor 12%, transparent); padding: 0.1em 0.3em; border-radius: 4px; }
    </style>
  </head>
  <body>
    <h1>Open Mooring with its token</h1>
    <p>${escape(reason)}</p>
    <p>
      When the server started, it printed an address that ends in <code>/?token=…</code>. Open that address once:
      this browser is then signed in. If the terminal is gone, start the server again; it prints the same address,
      since the token is kept in <code>token</code> in its data folder (<code>~/.mooring</code> unless
      <code>--data-dir</code> says otherwise).
    </p>
  </body>
</html>
`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
