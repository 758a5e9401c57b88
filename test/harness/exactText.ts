/** A pattern for text that is exactly this and nothing more. */
export function exactText(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`);
}
