import { useQuery, useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState, type FormEvent } from 'react'
import { ApiError, explainRefusal } from '../api/api-error.ts'
import { signInWaysQuery, acceptInvitation, lookQuery } from '../api/people-queries.ts'
import { SignInPage, CodeField, describeWrong, ProviderLink, SignInCard } from './sign-in-page.tsx'
import './team.css'
import type { InvitationAcceptance, InvitationLook, SignInWays } from '#shared/schemas/team.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { roleTexts } from '../state/rights.tsx'

interface SignInPartProps {
  hash: string
  before: { readonly name: string; readonly email: string } | undefined
  hasUnsaved: boolean
  fallback: ReactNode
  onIn: () => void
}

/** A link into a team, from the fragment of the address. */
interface TeamLink {
  readonly kind: (typeof kinds)[number]
  readonly token: string
}

const kinds = ['invitation', 'first-owner', 'reset', 'sign-in'] as const

function readTeamLink(hash: string): TeamLink | undefined {
  const params = new URLSearchParams(hash.slice(1))
  for (const kind of kinds) {
    const token = params.get(kind)
    if (token !== null && token !== '') return { kind, token }
  }
  return undefined
}

/**
 * The pages of a team before sign-in: signing in, and the targets of links. A server of one owner has none.
 */
export function SignInPart({ hash, before, hasUnsaved, fallback, onIn }: SignInPartProps) {
  const { data: ways, error } = useQuery(signInWaysQuery)
  if (error instanceof ApiError && error.status < 500 && error.status > 0) return fallback
  if (ways === undefined) return <main className="session-page" aria-busy={error === null} />
  const link = readTeamLink(hash)
  if (link !== undefined) return <InvitationPage key={link.token} link={link} ways={ways} onDone={onIn} />
  return <SignInPage ways={ways} before={before} hasUnsaved={hasUnsaved} onIn={onIn} />
}

interface LinkPageProps {
  link: TeamLink
  ways: SignInWays
  onDone: () => void
}

function InvitationPage({ link, ways, onDone }: LinkPageProps) {
  const { data: look, error } = useQuery(lookQuery(link.token))
  useEffect(() => {
    document.title = t('Vitrine')
  }, [])
  if (error !== null) return <SpentLink message={error.message} onDone={onDone} />
  if (look === undefined) {
    return (
      <SignInCard title={t('Checking the link…')}>
        <Skeleton height={120} />
      </SignInCard>
    )
  }
  if (look.kind === 'sign_in') return <SignInLinkPage token={link.token} look={look} onDone={onDone} />
  if (!ways.password && look.kind !== 'first_owner') return <ProviderPage look={look} ways={ways} />
  if (look.kind === 'reset') return <ResetPage token={link.token} look={look} onDone={onDone} />
  if (look.has_account) return <JoinPage token={link.token} look={look} onDone={onDone} />
  return <NewAccountPage token={link.token} look={look} hasPassword={ways.password} onDone={onDone} />
}

/** A link of a server where people sign in with the provider only: it waits for them there. */
function ProviderPage({ look, ways: { provider } }: { look: InvitationLook; ways: SignInWays }) {
  const isInvitation = look.kind === 'member'
  return (
    <SignInCard
      title={isInvitation ? titleOfJoining(look) : t('Passwords are not used here')}
      lead={isInvitation ? leadOfJoining(look) : undefined}
    >
      <p>
        {t('People sign in here with {name} only. Use the account with this e-mail there: {email}', {
          name: provider?.name ?? '',
          email: look.email ?? '',
        })}
      </p>
      {provider !== null && <ProviderLink provider={provider} isAnother={false} />}
    </SignInCard>
  )
}

/** The link that a command on the machine has made for an administrator. */
function SignInLinkPage({ token, look, onDone }: FormProps) {
  const { acceptance } = useAcceptance(token, onDone)
  return (
    <SignInCard title={t('Sign in by this link')} lead={look.email}>
      <LinkForm action={t('Sign in')} busy={acceptance.isPending} onSubmit={() => acceptance.mutate({})}>
        {acceptance.error !== null && <Notice tone="danger">{acceptance.error.message}</Notice>}
        <p>{t('An administrator has made it on the machine of the server. It works once.')}</p>
      </LinkForm>
    </SignInCard>
  )
}

function SpentLink({ message, onDone }: { message: string; onDone: () => void }) {
  return (
    <SignInCard title={t('This link is no longer valid')} lead={message}>
      <Button className="way-in-submit" onClick={onDone}>
        {t('Continue to Vitrine')}
      </Button>
    </SignInCard>
  )
}

interface FormProps {
  token: string
  look: InvitationLook
  onDone: () => void
}

function useAcceptance(token: string, onDone: () => void) {
  const acceptance = useMutation({
    mutationFn: (rest: Omit<InvitationAcceptance, 'token'>) => acceptInvitation({ token, ...rest }),
    onSuccess: onDone,
  })
  const faults =
    acceptance.error === null
      ? {}
      : explainRefusal(acceptance.error, [
          ['email', 'email'],
          ['name', 'name'],
          ['password', 'password'],
        ])
  return { acceptance, faults }
}

function NewAccountPage({ token, look, hasPassword, onDone }: FormProps & { hasPassword: boolean }) {
  const { acceptance, faults } = useAcceptance(token, onDone)
  const [email, setEmail] = useState(look.email ?? '')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const isFirst = look.kind === 'first_owner'
  const submit = (): void =>
    acceptance.mutate({ name, ...(hasPassword && { password }), ...(isFirst && { email }) })
  return (
    <SignInCard title={titleOfJoining(look)} lead={leadOfJoining(look)}>
      <LinkForm action={t('Create the account')} busy={acceptance.isPending} onSubmit={submit}>
        {faults.general !== undefined && <Notice tone="danger">{faults.general}</Notice>}
        <TextField
          label={t('E-mail')}
          type="email"
          value={email}
          onChange={setEmail}
          readOnly={!isFirst}
          autoComplete="username"
          autoFocus={isFirst}
          error={faults.email}
        />
        <TextField
          label={t('Name')}
          value={name}
          onChange={setName}
          autoComplete="name"
          autoFocus={!isFirst}
          maxLength={200}
          hint={t('As the others see it, beside what you change.')}
          error={faults.name}
        />
        {hasPassword && (
          <NewPasswordField
            value={password}
            onChange={setPassword}
            known={[name, email]}
            error={faults.password}
          />
        )}
      </LinkForm>
    </SignInCard>
  )
}

function JoinPage({ token, look, onDone }: FormProps) {
  const { acceptance } = useAcceptance(token, onDone)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const submit = (): void => acceptance.mutate({ password, ...(code.trim() !== '' && { code: code.trim() }) })
  return (
    <SignInCard title={titleOfJoining(look)} lead={leadOfJoining(look)}>
      <LinkForm action={t('Join')} busy={acceptance.isPending} onSubmit={submit}>
        {acceptance.error !== null && <Notice tone="danger">{describeWrong(acceptance.error)}</Notice>}
        <TextField
          label={t('E-mail')}
          type="email"
          value={look.email ?? ''}
          onChange={() => undefined}
          readOnly
          autoComplete="username"
        />
        <TextField
          label={t('The password of your account')}
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          autoFocus
        />
        {acceptance.error !== null && <CodeField value={code} onChange={setCode} />}
      </LinkForm>
    </SignInCard>
  )
}

function ResetPage({ token, look, onDone }: FormProps) {
  const { acceptance, faults } = useAcceptance(token, () => {
    showSuccess(t('The new password is set. Sign in with it.'))
    onDone()
  })
  const [password, setPassword] = useState('')
  const [endsCredentials, setEndsCredentials] = useState(false)
  return (
    <SignInCard
      title={t('Set a new password')}
      lead={t('For {email}. The account will be signed out everywhere.', {
        email: look.email ?? '',
      })}
    >
      <LinkForm
        action={t('Set the password')}
        busy={acceptance.isPending}
        onSubmit={() => acceptance.mutate({ password, end_credentials: endsCredentials })}
      >
        {faults.general !== undefined && <Notice tone="danger">{faults.general}</Notice>}
        <input type="email" value={look.email ?? ''} autoComplete="username" readOnly hidden />
        <NewPasswordField
          label={t('New password')}
          value={password}
          onChange={setPassword}
          known={[look.email ?? '']}
          error={faults.password}
        />
        <Checkbox
          label={t('End my API keys and agents, too')}
          hint={t('For a password that somebody else may know.')}
          checked={endsCredentials}
          onChange={setEndsCredentials}
        />
      </LinkForm>
    </SignInCard>
  )
}

interface LinkFormProps {
  action: string
  busy: boolean
  onSubmit: () => void
  children: ReactNode
}

function LinkForm({ action, busy, onSubmit, children }: LinkFormProps) {
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {children}
      <Button className="way-in-submit" variant="primary" type="submit" busy={busy}>
        {action}
      </Button>
    </form>
  )
}

function titleOfJoining({ kind, workspace }: InvitationLook): string {
  if (kind === 'first_owner') return t('Create the first account')
  return t('Join {workspace}', { workspace: workspace ?? t('the catalog') })
}

function leadOfJoining({ kind, role }: InvitationLook): string {
  if (kind === 'first_owner') return t('It owns every workspace, invites the others and manages this server.')
  const { name, hint } = roleTexts()[role ?? 'viewer']
  return t('You are invited as {role}: {hint}', { role: name, hint })
}
