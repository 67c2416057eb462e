import type { NamedFile } from '../api/assets-queries.ts'

const maxFiles = 100_000
const maxDepth = 20

/** The files of a drop with those in dropped folders, which their names carry; hidden files are left out. */
export async function readDroppedFiles({ items, files }: DataTransfer): Promise<NamedFile[]> {
  // Entries are only there while the event is handled, so they are taken before anything is awaited.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (entries.length === 0) return [...files].map((file) => ({ file, name: file.name }))
  const found: NamedFile[] = []
  for (const entry of entries) await readEntry(entry, '', 0, found)
  return found
}

async function readEntry(
  entry: FileSystemEntry,
  folder: string,
  depth: number,
  found: NamedFile[],
): Promise<void> {
  if (entry.name.startsWith('.') || depth > maxDepth || found.length >= maxFiles) return
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    found.push({ file, name: folder + file.name })
    return
  }
  if (!isFolder(entry)) return
  const reader = entry.createReader()
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return
    for (const one of some) await readEntry(one, `${folder}${entry.name}/`, depth + 1, found)
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
