import { expect, test } from 'vitest'
import { newWorkspace } from './workspace-files.ts'

test.each([
  ['/c/Spring', '/c/Spring.vitrine', 'Spring'],
  ['/c/Spring.vitrine', '/c/Spring.vitrine', 'Spring'],
  ['/c/Spring.VITRINE', '/c/Spring.VITRINE', 'Spring'],
  ['/c/Spring 2.0', '/c/Spring 2.0.vitrine', 'Spring 2.0'],
])('%s becomes the file %s and the name %s', (path, file, name) => {
  expect(newWorkspace(path)).toEqual({ file, name })
})
