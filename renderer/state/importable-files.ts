/** What a file dialog offers to choose. The content of a file decides how it is read. */
export const importableFiles = '.csv,.tsv,.txt,.xlsx,.json,.jsonl,.ndjson'

/** Tells by its name whether a file may be a table. */
export function isImportable({ name }: Pick<File, 'name'>): boolean {
  return importableFiles.split(',').some((ending) => name.toLowerCase().endsWith(ending))
}
