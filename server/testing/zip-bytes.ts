import { zipSync } from 'fflate'

const directoryMark = 'PK\x01\x02'

/** Makes a ZIP file with these parts, for readers of office files. `claimed` is the size in the directory. */
export function zipBytes(parts: Readonly<Record<string, string | Buffer>>, claimed?: number): Buffer {
  const contents = Object.entries(parts).map(([name, content]) => [name, Buffer.from(content)] as const)
  // A higher level gains little, since the file is read once.
  const zip = Buffer.from(zipSync(Object.fromEntries(contents), { level: 1 }))
  if (claimed === undefined) return zip
  for (let at = zip.indexOf(directoryMark); at !== -1; at = zip.indexOf(directoryMark, at + 1))
    zip.writeUInt32LE(claimed, at + 24)
  return zip
}
