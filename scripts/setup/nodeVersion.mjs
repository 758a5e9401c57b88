const oldest = { major: 20, minor: 11 };

/**
 * Ends the program with one sentence when this Node is too old. Kept to syntax that old versions can read, and
 * imported before anything else.
 */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return;
  console.error(
    'Mooring needs Node ' +
      oldest.major +
      '.' +
      oldest.minor +
      ' or newer, and this is Node ' +
      process.versions.node +
      '. Install a newer one from https://nodejs.org and try again.',
  );
  process.exit(1);
}
