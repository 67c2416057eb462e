import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { SignInWays } from '#shared/schemas/team.ts'
import { ApiError } from '../api/api-error.ts'
import { signIn, askForForgottenPassword } from '../api/people-queries.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/field.tsx'
import { t } from '../ui/text.ts'

interface SignInPageProps {
  ways: SignInWays
  before: { readonly name: string; readonly email: string } | undefined
  hasUnsaved: boolean
  onIn: () => void
}

/** The sign-in of a team; after an ended session unsaved changes wait for it. */
export function SignInPage({ ways, before, hasUnsaved, onIn }: SignInPageProps) {
  const { host } = window.location
  const email = before?.email ?? ''
  const [isForgotten, setIsForgotten] = useState(false)
  useEffect(() => {
    document.title = t('Vitrine')
  }, [])
  return (
    <SignInCard
      title={before === undefined ? t('Sign in') : t('Your session has ended')}
      lead={before === undefined ? host : t('Sign in again to continue where you left off.')}
    >
      {before !== undefined && hasUnsaved && <UnsavedNotice name={before.name} />}
      {isForgotten ? (
        <ForgottenForm email={email} onBack={() => setIsForgotten(false)} />
      ) : (
        <StartOptions ways={ways} email={email} onIn={onIn} onForgotten={() => setIsForgotten(true)} />
      )}
      <p className="ui-field-hint">
        {ways.forgotten || !ways.password
          ? t('No account yet? An owner of the catalog invites you.')
          : t('No account yet, or the password forgotten? An administrator of this server gives you a link.')}
      </p>
    </SignInCard>
  )
}

interface StartOptionsProps {
  ways: SignInWays
  email: string
  onIn: () => void
  onForgotten: () => void
}

function StartOptions({ ways, email, onIn, onForgotten }: StartOptionsProps) {
  return (
    <>
      {ways.password && <PasswordForm email={email} onIn={onIn} />}
      {ways.provider !== null && <ProviderLink provider={ways.provider} isAnother={ways.password} />}
      {ways.forgotten && (
        <Button className="way-in-submit" onClick={onForgotten}>
          {t('I have forgotten my password')}
        </Button>
      )}
    </>
  )
}

interface ProviderLinkProps {
  provider: NonNullable<SignInWays['provider']>
  isAnother: boolean
}

export function ProviderLink({ provider: { name, start }, isAnother }: ProviderLinkProps) {
  return (
    <>
      {isAnother && <p className="way-in-or">{t('or')}</p>}
      <a className={`ui-button ui-button-${isAnother ? 'default' : 'primary'} way-in-submit`} href={start}>
        {t('Sign in with {name}', { name })}
      </a>
    </>
  )
}

function UnsavedNotice({ name }: { name: string }) {
  return (
    <Notice tone="warning" title={t('This page holds changes that are not saved.')}>
      {t('They are sent once {name} is signed in. Somebody else who signs in here discards them.', { name })}
    </Notice>
  )
}

/** Requests the code after a failure, since the server does not reveal whether an account has one. */
function PasswordForm({ email: first, onIn }: { email: string; onIn: () => void }) {
  const [email, setEmail] = useState(first)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const signing = useMutation({
    mutationFn: () => signIn({ email, password, ...(code.trim() !== '' && { code: code.trim() }) }),
    onSuccess: onIn,
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    signing.mutate()
  }
  const wasWrong = signing.error !== null || code !== ''
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {signing.error !== null && <Notice tone="danger">{describeWrong(signing.error)}</Notice>}
      <TextField
        label={t('E-mail')}
        type="email"
        value={email}
        onChange={setEmail}
        autoComplete="username"
        autoFocus={first === ''}
        required
      />
      <TextField
        label={t('Password')}
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        autoFocus={first !== ''}
        required
      />
      {wasWrong && <CodeField value={code} onChange={setCode} />}
      <Button className="way-in-submit" variant="primary" type="submit" busy={signing.isPending}>
        {signing.isPending ? t('Signing in…') : t('Sign in')}
      </Button>
    </form>
  )
}

export function CodeField({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const holder = useRef<HTMLDivElement>(null)
  useEffect(() => holder.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={holder}>
      <TextField
        label={t('One-time code')}
        value={value}
        onChange={onChange}
        autoComplete="one-time-code"
        hint={t('If your account asks for one: the newest code of your app, or a recovery code.')}
      />
    </div>
  )
}

/** One sentence for every failure, so that nobody learns whether an account exists. */
export function describeWrong(error: Error): string {
  if (!(error instanceof ApiError)) return error.message
  if (error.status === 401)
    return t(
      'This e-mail and password do not open an account here. If the account asks for a code, type the newest one.',
    )
  if (error.status === 429) return t('Too many tries. Wait a quarter of an hour, then try again.')
  return error.message
}

interface ForgottenFormProps {
  email: string
  onBack: () => void
}

/** Mails a link for a new password; the answer is the same whether or not the account exists. */
function ForgottenForm({ email: first, onBack }: ForgottenFormProps) {
  const [email, setEmail] = useState(first)
  const asking = useMutation({ mutationFn: () => askForForgottenPassword(email) })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    asking.mutate()
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {asking.error !== null && <Notice tone="danger">{asking.error.message}</Notice>}
      {asking.isSuccess ? (
        <Notice tone="success" title={t('Look into your mail')}>
          {t(
            'If there is an account with this e-mail, a link for a new password is on its way. It works once and for an hour.',
          )}
        </Notice>
      ) : (
        <>
          <TextField
            label={t('E-mail')}
            type="email"
            value={email}
            onChange={setEmail}
            autoComplete="username"
            autoFocus
            required
          />
          <Button className="way-in-submit" variant="primary" type="submit" busy={asking.isPending}>
            {t('Send me a link')}
          </Button>
        </>
      )}
      <Button className="way-in-submit" onClick={onBack}>
        {t('Back to the sign-in page')}
      </Button>
    </form>
  )
}

interface SignInCardProps {
  title: string
  lead?: ReactNode
  children: ReactNode
}

export function SignInCard({ title, lead, children }: SignInCardProps) {
  return (
    <main className="session-page way-in">
      <div className="way-in-card">
        <header className="way-in-head">
          <img src="/vitrine.svg" alt="" width={32} height={32} />
          <span>{t('Vitrine')}</span>
        </header>
        <h1>{title}</h1>
        {lead !== undefined && <p className="way-in-lead">{lead}</p>}
        {children}
      </div>
    </main>
  )
}
