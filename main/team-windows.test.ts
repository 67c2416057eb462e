import { expect, test } from 'vitest'
import { parseTeamAddress } from './team-windows.ts'

test.each([
  ['catalog.example', { origin: 'https://catalog.example', url: 'https://catalog.example/' }],
  [' https://Catalog.example/ ', { origin: 'https://catalog.example', url: 'https://catalog.example/' }],
  ['catalog.example:8443', { origin: 'https://catalog.example:8443', url: 'https://catalog.example:8443/' }],
  ['192.168.1.5:4418', { origin: 'https://192.168.1.5:4418', url: 'https://192.168.1.5:4418/' }],
  ['http://localhost:4417', { origin: 'http://localhost:4417', url: 'http://localhost:4417/' }],
  ['http://[::1]:4417/', { origin: 'http://[::1]:4417', url: 'http://[::1]:4417/' }],
  [
    'https://192.168.1.5:4418/?invitation=x#certificate=Abc-_1',
    {
      origin: 'https://192.168.1.5:4418',
      url: 'https://192.168.1.5:4418/?invitation=x#certificate=Abc-_1',
      certificate: 'Abc-_1',
    },
  ],
  ['', 'no_address'],
  ['two words', 'no_address'],
  ['https://', 'no_address'],
  ['https://name:secret@catalog.example/', 'no_address'],
  ['ftp://catalog.example', 'no_address'],
  ['javascript:alert(1)', 'no_address'],
  ['file:///etc/passwd', 'no_address'],
  ['http://catalog.example', 'not_encrypted'],
  ['http://192.168.1.5:4418', 'not_encrypted'],
  ['http://localhost.example', 'not_encrypted'],
])('the address %j', (text, expected) => {
  expect(parseTeamAddress(text)).toEqual(expected)
})
