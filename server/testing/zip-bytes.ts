import { deflateRawSync } from 'node:zlib'

/** The bytes of a ZIP file with these parts, for readers of office files. `claimed` is what the directory says of sizes. */
export function zipBytes(parts: Readonly<Record<string, string | Buffer>>, claimed?: number): Buffer {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const size = claimed ?? bytes.length
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x0403_4b50, 0)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x0201_4b50, 0)
    // The fields they share lie two bytes further on in the directory.
    for (const [record, shift] of [
      [head, 0],
      [entry, 2],
    ] as const) {
      record.writeUInt16LE(8, 8 + shift)
      record.writeUInt32LE(packed.length, 18 + shift)
      record.writeUInt32LE(size, 22 + shift)
      record.writeUInt16LE(name.length, 26 + shift)
    }
    entry.writeUInt32LE(offset, 42)
    local.push(head, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    offset += head.length + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, ...directory, end])
}
