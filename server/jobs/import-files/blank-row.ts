/** Whether no cell of a row holds anything but white space: Excel writes such rows below those that were filled. */
export function isBlankRow(cells: readonly (string | number)[]): boolean {
  return cells.every((cell) => typeof cell === 'string' && cell.trim() === '')
}
