import { expect, test } from 'vitest'
import { tooOldMessage } from './running-files.ts'

test.each(['22.14.0', '22.15.1', '24.0.0', '24.21.0'])('Node %s is new enough', (version) => {
  expect(tooOldMessage(version)).toBeUndefined()
})

test.each(['18.20.4', '20.19.0', '22.13.1'])(
  'Node %s is too old, and the message says what to do',
  (version) => {
    expect(tooOldMessage(version)).toMatch(new RegExp(`22.14.*${version}.*npm start`))
  },
)
