/** A file that was chosen before there was a workspace to import it into; it outlives the change of page, not a reload. */
let pending: File | undefined

export function handOverImport(file: File): void {
  pending = file
}

/** The file that waits, once. */
export function takePendingImport(): File | undefined {
  const file = pending
  pending = undefined
  return file
}

/** What a file dialog offers to choose. The content of a file decides how it is read. */
export const importableFiles = '.csv,.tsv,.txt,.xlsx,.json,.jsonl,.ndjson,.jsonld,.html,.htm,.xml'

/** Tells by its name whether a file may be a table. */
export function isImportable({ name }: Pick<File, 'name'>): boolean {
  return importableFiles.split(',').some((ending) => name.toLowerCase().endsWith(ending))
}
