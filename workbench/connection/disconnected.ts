/** The server could not be reached, or did not answer in time. */
export class Disconnected extends Error {}
