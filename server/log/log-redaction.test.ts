import { expect, test } from 'vitest'
import { redactSecrets } from './server-log.ts'

const key = `vtr_live_${'a1B2'.repeat(10)}`

test.each([
  ['an API key', `key ${key} used`, 'key vtr_live_[redacted] used'],
  ['a bearer header', '{"authorization":"Bearer abc.def-1"}', '{"authorization":"Bearer [redacted]"}'],
  ['a ticket in an address', 'GET /session?ticket=abcdef&x=1', 'GET /session?ticket=[redacted]&x=1'],
  ['a password in JSON', '{"password":"hunter2","n":1}', '{"password":"[redacted]","n":1}'],
  ['a cookie', '{"cookie":"vitrine=abc; other=def"}', '{"cookie":"[redacted]"}'],
  ['a session token', `token text ${'x'.repeat(43)}.`, 'token text [redacted].'],
  ['the home folder', '/home/ada/catalogs/a.vitrine', '~/catalogs/a.vitrine'],
  ['another folder that begins like it', '/home/adapter/a.vitrine', '/home/adapter/a.vitrine'],
  ['a code in an address', 'GET /callback?state=x&code=abc', 'GET /callback?state=x&code=[redacted]'],
  ['a name and password in an address', 'https://ann:pw@shop.example/f', 'https://[redacted]@shop.example/f'],
  [
    'the codes of errors and answers',
    '{"res":{"statusCode":404},"err":{"code":"ENOSPC"}}',
    '{"res":{"statusCode":404},"err":{"code":"ENOSPC"}}',
  ],
  ['nothing secret', '{"msg":"the workspace file is damaged"}', '{"msg":"the workspace file is damaged"}'],
])('%s', (_name, text, expected) => {
  expect(redactSecrets(text, '/home/ada')).toBe(expected)
})

test('the home folder of Windows, as the lines of the log spell it', () => {
  const line = JSON.stringify({ file: 'C:\\Users\\ann\\a.vitrine' })
  expect(redactSecrets(line, 'C:\\Users\\ann')).toBe('{"file":"~\\\\a.vitrine"}')
})
