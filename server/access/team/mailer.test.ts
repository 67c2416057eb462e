import { expect, test } from 'vitest'
import { startMailServer } from '../../testing/mail-server.ts'
import { Mailer, mailSettingsOf } from './mailer.ts'

const mail = {
  to: 'ana@example.com',
  subject: 'Join the catalog "Möbel"',
  text: 'The link: http://127.0.0.1/#invitation=x',
}

test('a mail is handed to the server that the environment names [ACCOUNT-27]', async () => {
  const { url, received } = await startMailServer()
  const settings = mailSettingsOf({
    VITRINE_SMTP_URL: url,
    VITRINE_MAIL_FROM: 'Vitrine <catalog@example.com>',
  })
  if (settings === undefined) throw new Error('No settings.')
  const errors: unknown[] = []
  const mailer = new Mailer(settings, (error) => errors.push(error))
  expect([await mailer.send(mail), errors]).toEqual([true, []])
  expect(received).toHaveLength(1)
  expect(received[0]).toMatch(/From: Vitrine <catalog@example\.com>\r\nTo: ana@example\.com\r\n/)
  expect(received[0]).toContain('The link: http://127.0.0.1/#invitation=x')
})

test('a server that does not take it is told, and no failure [ACCOUNT-27]', async () => {
  const { url } = await startMailServer({ refuses: true })
  const errors: unknown[] = []
  const mailer = new Mailer({ url, from: 'a@example.com' }, (error) => errors.push(error))
  expect([await mailer.send(mail), errors.length]).toEqual([false, 1])
})

test('without the variable there is no mail, and one that is no address is told', () => {
  expect(mailSettingsOf({})).toBeUndefined()
  expect(mailSettingsOf({ VITRINE_SMTP_URL: 'smtps://mail.example:465' })?.from).toBe(
    'Vitrine <vitrine@mail.example>',
  )
  expect(() => mailSettingsOf({ VITRINE_SMTP_URL: 'mail' })).toThrow('VITRINE_SMTP_URL must read')
})
