import sax from 'sax'
import type { PictureTexts } from '../../catalog/assets/file-facts.ts'

type WrittenTexts = PictureTexts & { readonly digital_source_type?: string }

interface RawTexts {
  readonly exif?: Buffer | undefined
  readonly xmp?: Buffer | undefined
  readonly iptc?: Buffer | undefined
}

// A packet of XMP may carry a whole thumbnail, and hostile ones are larger.
const maxXmpBytes = 2 * 1024 * 1024
const maxTextLength = 2000

/** Reads the texts of a picture: where several of EXIF, IPTC and XMP have one, the last of them counts. */
export function readPictureTexts({ exif, xmp, iptc }: RawTexts): WrittenTexts {
  return {
    ...(exif && readExif(exif)),
    ...(iptc && readIptc(iptc)),
    ...(xmp && xmp.length <= maxXmpBytes && readXmp(xmp)),
  }
}

/** The tags of the first directory of EXIF that are texts. */
const exifFields: Readonly<Record<number, keyof PictureTexts>> = {
  0x01_0e: 'description',
  0x01_3b: 'creator',
  0x82_98: 'copyright',
}
const exifHeader = 'Exif\0\0'
const [entryBytes, maxEntries] = [12, 200]

function readExif(bytes: Buffer): PictureTexts {
  const tiff = bytes.toString('latin1', 0, 6) === exifHeader ? bytes.subarray(6) : bytes
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const texts: Partial<Record<keyof PictureTexts, string>> = {}
  try {
    const directory = long(4)
    const entries = Math.min(short(directory), maxEntries)
    for (let index = 0; index < entries; index += 1) {
      const entry = directory + 2 + index * entryBytes
      const field = exifFields[short(entry)]
      const length = long(entry + 4)
      const start = length <= 4 ? entry + 8 : long(entry + 8)
      if (field) addText(texts, field, decode(tiff.subarray(start, start + Math.min(length, maxTextLength))))
    }
  } catch {
    // A directory that leads out of the bytes ends here; what stands before is read.
    return texts
  }
  return texts
}

/** The data sets of IPTC's application record, by their number. */
const iptcFields: Readonly<Record<number, keyof PictureTexts>> = {
  5: 'title',
  25: 'keywords',
  80: 'creator',
  116: 'copyright',
  120: 'description',
}
const iptcMark = 0x1c
const applicationRecord = 2

function readIptc(bytes: Buffer): PictureTexts {
  const texts: Partial<Record<keyof PictureTexts, string>> = {}
  for (
    let at = bytes.indexOf(iptcMark);
    at >= 0 && at + 5 <= bytes.length;
    at = bytes.indexOf(iptcMark, at)
  ) {
    const [record, number, length] = [bytes[at + 1], bytes[at + 2] ?? 0, bytes.readUInt16BE(at + 3)]
    const field = record === applicationRecord ? iptcFields[number] : undefined
    const end = at + 5 + length
    if (field && end <= bytes.length) {
      addText(texts, field, decode(bytes.subarray(at + 5, end)))
      at = end
    } else at += 1
  }
  return texts
}

/** IPTC is UTF-8 today and Latin-1 in old files, which is no valid UTF-8 then. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

const xmpFields: Readonly<Record<string, keyof WrittenTexts>> = {
  'dc:title': 'title',
  'dc:description': 'description',
  'dc:creator': 'creator',
  'dc:rights': 'copyright',
  'dc:subject': 'keywords',
  'Iptc4xmpExt:DigitalSourceType': 'digital_source_type',
}

function readXmp(bytes: Buffer): WrittenTexts {
  const texts: Partial<Record<keyof WrittenTexts, string>> = {}
  const open: (keyof WrittenTexts | undefined)[] = []
  let text = ''
  const field = () => open.findLast((one) => one !== undefined)
  const take = () => {
    const name = field()
    if (name && text.trim() !== '') addText(texts, name, text)
    text = ''
  }
  const reader = Object.assign(sax.parser(true), {
    ontext: (more: string) => {
      if (field() && text.length < maxTextLength) text += more
    },
    onopentag: ({ name, attributes }: sax.Tag) => {
      take()
      open.push(xmpFields[name])
      for (const [key, value] of Object.entries(attributes)) {
        const named = xmpFields[key]
        if (named) addText(texts, named, value)
      }
    },
    onclosetag: () => {
      take()
      open.pop()
    },
    // Many programs write XMP that is not well formed; what stands before the fault is read.
    onerror: () => undefined,
  } satisfies Partial<sax.SAXParser>)
  try {
    reader.write(bytes.toString('utf8')).close()
  } catch {
    return texts
  }
  return texts
}

function addText<Field extends string>(
  texts: Partial<Record<Field, string>>,
  field: Field,
  text: string,
): void {
  const known = texts[field]
  const added = text.replaceAll('\0', '').trim().slice(0, maxTextLength)
  if (added === '' || known?.split(', ').includes(added)) return
  // Only lists, such as keywords, have several texts; of languages the first one is taken.
  if (known !== undefined && field !== 'keywords' && field !== 'creator') return
  texts[field] = known === undefined ? added : `${known}, ${added}`.slice(0, maxTextLength)
}
