import { zipSync } from 'fflate'

const directoryMark = 'PK\x01\x02'

/** The bytes of a ZIP file with these parts, for readers of office files. `claimed` is what the directory says of sizes. */
export function zipBytes(parts: Readonly<Record<string, string | Buffer>>, claimed?: number): Buffer {
  const contents = Object.entries(parts).map(([name, content]) => [name, Buffer.from(content)] as const)
  // Little is won by more: what is made for a test is read once.
  const zip = Buffer.from(zipSync(Object.fromEntries(contents), { level: 1 }))
  if (claimed === undefined) return zip
  for (let at = zip.indexOf(directoryMark); at !== -1; at = zip.indexOf(directoryMark, at + 1))
    zip.writeUInt32LE(claimed, at + 24)
  return zip
}
