import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { Account, PersonSession } from '#shared/schemas/team.ts'
import {
  accountKey,
  accountQuery,
  changeEmail,
  changeName,
  changePassword,
  endOtherSessions,
  endSession,
  sessionsQuery,
  sessionKey,
} from '../api/people-queries.ts'
import { explainRefusal } from '../api/api-error.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { TextField } from '../ui/field.tsx'
import { showSuccess, showError } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'
import { CodesSection } from './codes-section.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import '../ui/page.css'
import './team.css'
import { formatAgo, formatDay } from '../ui/format-count.ts'
import { PageTable } from '../ui/pages.tsx'

function AccountSessions() {
  const queryClient = useQueryClient()
  const { data: sessions = [], error } = useQuery(sessionsQuery)
  const ending = useMutation({
    mutationFn: (id: string | undefined) => (id === undefined ? endOtherSessions() : endSession(id)),
    onError: (fault) => showError(t('It was not signed out'), { description: fault.message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKey }),
  })
  return (
    <section className="api-section" aria-labelledby="account-sessions">
      <div className="api-section-head">
        <h2 id="account-sessions">{t('Where you are signed in')}</h2>
        {sessions.length > 1 && (
          <Button onClick={() => ending.mutate(undefined)}>{t('Sign out everywhere else')}</Button>
        )}
      </div>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {sessions.length > 0 && (
        <PageTable
          columns={[
            t('Browser'),
            t('From address'),
            t('Last used'),
            t('Signed in'),
            { unseen: t('Actions') },
          ]}
        >
          {sessions.map((session) => (
            <SessionLine key={session.id} session={session} onEnd={() => ending.mutate(session.id)} />
          ))}
        </PageTable>
      )}
    </section>
  )
}

function SessionLine({ session, onEnd }: { session: PersonSession; onEnd: () => void }) {
  const { agent, address, last_used_at: used, created_at: begun, is_current: isHere } = session
  const browser = nameBrowser(agent)
  return (
    <tr>
      <th scope="row">
        {browser}
        {isHere && <span className="row-mark">{t('this one¦browser')}</span>}
      </th>
      <td>{address}</td>
      <td>{formatAgo(used)}</td>
      <td>{formatDay(begun)}</td>
      <td className="api-row-action">
        {!isHere && (
          <Button
            variant="ghost"
            aria-label={t('Sign out {browser} at {address}', { browser, address })}
            onClick={onEnd}
          >
            {t('Sign out')}
          </Button>
        )}
      </td>
    </tr>
  )
}

const browsers = [
  [/Vitrine|Electron/, 'Vitrine'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

const systems = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

function nameBrowser(agent: string): string {
  const browser = browsers.find(([sign]) => sign.test(agent))?.[1]
  const system = systems.find(([sign]) => sign.test(agent))?.[1]
  if (browser === undefined) return agent.slice(0, 40) || t('Unknown browser')
  return system === undefined ? browser : `${browser}, ${system}`
}

export function AccountPage() {
  const { data: account, error } = useQuery(accountQuery)
  return (
    <div className="api-page">
      <header>
        <h1 className="catalog-title">{t('Your account')}</h1>
        {account !== undefined && <p className="ui-field-hint">{account.email}</p>}
      </header>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {account === undefined && error === null && <Skeleton height={120} />}
      {account !== undefined && (
        <>
          <NameSection account={account} />
          {account.has_password && <EmailSection account={account} />}
          {account.has_password && <PasswordSection account={account} />}
          {account.has_password && <CodesSection account={account} />}
          <AccountSessions />
        </>
      )}
    </div>
  )
}

function NameSection({ account }: { account: Account }) {
  const queryClient = useQueryClient()
  const [name, setName] = useState(account.name)
  const change = useMutation({
    mutationFn: () => changeName(name.trim()),
    onSuccess: async () => {
      await Promise.all(
        [accountKey, sessionKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      )
      showSuccess(t('The name was changed'))
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    change.mutate()
  }
  const faults = change.error === null ? {} : explainRefusal(change.error, [['name', 'name']])
  return (
    <section className="api-section" aria-labelledby="account-name">
      <h2 id="account-name">{t('Name')}</h2>
      <form className="team-form" onSubmit={submit} noValidate>
        <TextField
          label={t('As the others see it')}
          value={name}
          onChange={setName}
          autoComplete="name"
          maxLength={200}
          error={faults.name ?? faults.general}
        />
        <div>
          <Button type="submit" busy={change.isPending} disabled={name.trim() === account.name}>
            {t('Change the name')}
          </Button>
        </div>
      </form>
    </section>
  )
}

function useEmailChange(onChanged: () => void) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: ({ password, email }: { password: string; email: string }) => changeEmail(password, email),
    onSuccess: async () => {
      onChanged()
      showSuccess(t('The e-mail was changed'))
      await Promise.all(
        [accountKey, sessionKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      )
    },
  })
  const faults =
    change.error === null
      ? {}
      : explainRefusal(change.error, [
          ['password', 'password'],
          ['email', 'email'],
        ])
  return { change, faults }
}

function EmailSection({ account }: { account: Account }) {
  const [email, setEmail] = useState(account.email)
  const [password, setPassword] = useState('')
  const { change, faults } = useEmailChange(() => setPassword(''))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    change.mutate({ password, email })
  }
  return (
    <section className="api-section" aria-labelledby="account-email">
      <h2 id="account-email">{t('E-mail')}</h2>
      <form className="team-form" onSubmit={submit} noValidate>
        {faults.general !== undefined && <Notice tone="danger">{faults.general}</Notice>}
        <TextField
          label={t('You sign in with it')}
          type="email"
          value={email}
          onChange={setEmail}
          autoComplete="email"
          maxLength={254}
          error={faults.email}
        />
        {email.trim() !== account.email && (
          <TextField
            label={t('Your password, to confirm it')}
            type="password"
            value={password}
            onChange={setPassword}
            autoComplete="current-password"
            error={faults.password}
          />
        )}
        <div>
          <Button type="submit" busy={change.isPending} disabled={email.trim() === account.email}>
            {t('Change the e-mail')}
          </Button>
        </div>
      </form>
    </section>
  )
}

function usePasswordChange(onChanged: () => void) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: ({ present, next }: { present: string; next: string }) => changePassword(present, next),
    onSuccess: async () => {
      onChanged()
      showSuccess(t('The password was changed; your other browsers were signed out'))
      await queryClient.invalidateQueries({ queryKey: accountKey })
    },
  })
  const faults =
    change.error === null
      ? {}
      : explainRefusal(change.error, [
          ['password', 'present'],
          ['new_password', 'next'],
        ])
  return { change, faults }
}

function PasswordSection({ account }: { account: Account }) {
  const [present, setPresent] = useState('')
  const [next, setNext] = useState('')
  const { change, faults } = usePasswordChange(() => {
    setPresent('')
    setNext('')
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    change.mutate({ present, next })
  }
  return (
    <section className="api-section" aria-labelledby="account-password">
      <h2 id="account-password">{t('Password')}</h2>
      <form className="team-form" onSubmit={submit} noValidate>
        {faults.general !== undefined && <Notice tone="danger">{faults.general}</Notice>}
        <TextField
          label={t('Present password')}
          type="password"
          value={present}
          onChange={setPresent}
          autoComplete="current-password"
          error={faults.present}
        />
        <NewPasswordField
          label={t('New password')}
          value={next}
          onChange={setNext}
          known={[account.name, account.email]}
          error={faults.next}
        />
        <div>
          <Button type="submit" busy={change.isPending}>
            {t('Change the password')}
          </Button>
        </div>
      </form>
    </section>
  )
}
