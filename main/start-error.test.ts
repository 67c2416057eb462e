import { expect, test } from 'vitest'
import { describeOpenError, describeStartError } from './start-error.ts'

function failure(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: mkdir '/x/data'`), { code })
}

test.each(['ENOTDIR', 'EACCES', 'EROFS', 'ENOSPC'])('%s: the folder, the reason, and what to do', (code) => {
  const { message, detail } = describeStartError(failure(code), '/x/data')
  expect(message).toContain('/x/data')
  expect(detail).toMatch(/--data DIR|Free some space/)
  expect(detail).toContain(`${code}: mkdir`)
})

test('a message of the server that is written for people stands as it is', () => {
  const error = Object.assign(new Error('/x/data/vitrine.db is damaged. Restore a backup.'), {
    name: 'WorkspaceFileError',
  })
  expect(describeStartError(error, '/x/data').detail).toBe('/x/data/vitrine.db is damaged. Restore a backup.')
})

test('what was thrown need not be an error', () => {
  expect(describeStartError('odd', '/x').detail).toContain('odd')
  expect(describeOpenError('odd', '/x/a.vitrine')).toEqual({
    message: '/x/a.vitrine could not be opened.',
    detail: 'odd',
  })
})
