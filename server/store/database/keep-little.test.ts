import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'

// Only Linux reports the mapped files of a process.
test.runIf(process.platform === 'linux')(
  'a connection that keeps little has nothing of its file mapped',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-mapped-'))
    const file = join(folder, 'some.db')
    const writer = openDatabase(file)
    writer.write((tx) => {
      tx.exec('CREATE TABLE text (line)')
      for (let line = 0; line < 1000; line += 1) tx.run('INSERT INTO text VALUES (?)', `${line}`.repeat(100))
    })
    // The last connection to close moves the log into the file.
    writer.close()
    const reader = openDatabase(file, { readonly: true })
    const isMapped = () => readFileSync('/proc/self/maps', 'utf8').includes(`${file}\n`)
    const look = () => reader.read((db) => db.column('SELECT count(*) FROM text WHERE length(line) > 0'))
    try {
      expect([look(), isMapped()]).toEqual([[1000], true])
      reader.read((db) => db.limitPageCache())
      expect([look(), isMapped()]).toEqual([[1000], false])
    } finally {
      reader.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
