import { open } from 'node:fs/promises'
import { refusal } from './file-rows.ts'
import { message } from '#shared/messages/message.ts'

/** The first bytes of an uploaded file. */
export async function readHead(file: string, length: number): Promise<Uint8Array> {
  const handle = await open(file).catch(() => {
    throw uploadGone()
  })
  try {
    const buffer = new Uint8Array(length)
    const { bytesRead } = await handle.read(buffer, 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Whether a file is packed as workbooks are. */
export async function isWorkbook(file: string): Promise<boolean> {
  const [first, second] = await readHead(file, 2)
  return first === 0x50 && second === 0x4b
}

/** What an import fails with whose file cannot be found. */
export function uploadGone(): Error {
  return refusal(message('file.upload_gone'))
}
