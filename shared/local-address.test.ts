import { expect, test } from 'vitest'
import { isLocalAddress } from './local-address.ts'

test.each([
  'http://127.0.0.1:11434/v1',
  'http://127.1:1234',
  'http://localhost:1234',
  'http://10.200.0.1',
  'http://192.168.1.20:8080',
  'http://172.31.255.1',
  'http://169.254.1.1',
  'http://100.64.0.1',
  'http://0.0.0.0:1234',
  'http://[::1]:8080',
  'http://[fd12:3456::1]',
  'http://[fe80::1]',
  'http://[::ffff:192.168.0.1]',
  'http://nas:8000',
  'http://studio.local',
])('%s is here', (address) => {
  expect(isLocalAddress(address)).toBe(true)
})

test.each([
  'https://api.openai.com/v1',
  'http://11.0.0.1',
  'http://172.32.0.1',
  'http://192.169.0.1',
  'http://100.128.0.1',
  'http://8.8.8.8',
  'http://[2001:db8::1]',
  'http://[::ffff:8.8.8.8]',
  'http://[::12]',
  'http://local.example',
])('%s is elsewhere', (address) => {
  expect(isLocalAddress(address)).toBe(false)
})
