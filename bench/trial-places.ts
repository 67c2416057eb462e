/**
 * `npm run trial:places`: files of real size from and to real servers of this computer, whose connections are cut,
 * whose disk is full and which send what they should not, and daily files of a supplier. See trial/README.md.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { tryDailyFiles } from './trial/places/daily-files.ts'
import { tryOrigin } from './trial/places/hostile-origin.ts'
import { tryFullDisk, tryS3, trySftp } from './trial/places/large-files.ts'

const { values: options } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '512' },
    rows: { type: 'string', default: '50000' },
    only: { type: 'string', default: '' },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'vitrine-trial-places-'))
const trial = { folder, megabytes: Number(options.megabytes), rows: Number(options.rows) }
const parts = { sftp: trySftp, disk: tryFullDisk, s3: tryS3, origin: tryOrigin, daily: tryDailyFiles }
const wanted = options.only === '' ? Object.keys(parts) : options.only.split(',')
try {
  for (const [name, part] of Object.entries(parts)) if (wanted.includes(name)) console.log(await part(trial))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
