/** The build copies the file and gives its public URL. */
declare module '*.svg' {
  const url: string;
  export default url;
}

/** The build puts it into the one style sheet. */
declare module '*.css';
