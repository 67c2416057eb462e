import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { Account, NewCodes } from '#shared/schemas/team.ts'
import {
  accountKey,
  prepareCodes,
  renewRecoveryCodes,
  turnCodesOff,
  turnCodesOn,
} from '../api/people-queries.ts'
import { explainRefusal } from '../api/api-error.ts'
import { Button, CopyButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/field.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

export function CodesSection({ account }: { account: Account }) {
  const [recovery, setRecovery] = useState<readonly string[]>()
  return (
    <section className="api-section" aria-labelledby="account-codes">
      <h2 id="account-codes">{t('One-time codes')}</h2>
      {recovery !== undefined && <RecoveryCodes codes={recovery} onDone={() => setRecovery(undefined)} />}
      {account.has_codes ? (
        <CodesOn left={account.recovery_codes_left} onRecovery={setRecovery} />
      ) : (
        <CodesOff onRecovery={setRecovery} />
      )}
    </section>
  )
}

interface OnRecovery {
  onRecovery: (codes: readonly string[]) => void
}

function useAccountRefresh(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: accountKey })
}

function CodesOff({ onRecovery }: OnRecovery) {
  const preparation = useMutation({ mutationFn: prepareCodes })
  if (preparation.data !== undefined) return <CodesForm made={preparation.data} onRecovery={onRecovery} />
  return (
    <>
      <p className="ui-field-hint">
        {t('Off. With codes, whoever has your password still needs the app on your phone to sign in.')}
      </p>
      {preparation.error !== null && <Notice tone="danger">{preparation.error.message}</Notice>}
      <div>
        <Button busy={preparation.isPending} onClick={() => preparation.mutate()}>
          {t('Set up one-time codes')}
        </Button>
      </div>
    </>
  )
}

function CodesForm({ made, onRecovery }: { made: NewCodes } & OnRecovery) {
  const refresh = useAccountRefresh()
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const turning = useMutation({
    mutationFn: () => turnCodesOn({ password, secret: made.secret, code: code.trim() }),
    onSuccess: async (codes) => {
      onRecovery(codes)
      await refresh()
    },
  })
  const faults =
    turning.error === null
      ? {}
      : explainRefusal(turning.error, [
          ['code', 'code'],
          ['password', 'password'],
        ])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    turning.mutate()
  }
  return (
    <form className="team-form" onSubmit={submit} noValidate>
      <Secret made={made} />
      {faults.general !== undefined && <Notice tone="danger">{faults.general}</Notice>}
      <TextField
        label={t('The code that the app shows')}
        value={code}
        onChange={setCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={faults.code}
      />
      <PasswordField value={password} onChange={setPassword} error={faults.password} />
      <div>
        <Button type="submit" variant="primary" busy={turning.isPending}>
          {t('Turn codes on')}
        </Button>
      </div>
    </form>
  )
}

function Secret({ made: { picture, secret } }: { made: NewCodes }) {
  return (
    <>
      <p>{t('Scan this picture with an app for one-time codes, or type the secret into it.')}</p>
      <img
        className="team-codes-picture"
        src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
        alt={t('Picture of the secret for an app')}
      />
      <div className="api-copy-line">
        <code>{secret}</code>
        <CopyButton text={secret} />
      </div>
    </>
  )
}

function CodesOn({ left, onRecovery }: { left: number } & OnRecovery) {
  const refresh = useAccountRefresh()
  const [password, setPassword] = useState('')
  const off = useMutation({
    mutationFn: () => turnCodesOff(password),
    onSuccess: async () => {
      showSuccess(t('One-time codes are off'))
      await refresh()
    },
  })
  const renewal = useMutation({
    mutationFn: () => renewRecoveryCodes(password),
    onSuccess: async (codes) => {
      onRecovery(codes)
      await refresh()
    },
  })
  const error = off.error ?? renewal.error
  const faults = error === null ? {} : explainRefusal(error, [['password', 'password']])
  return (
    <div className="team-form">
      <p>{t('On. {left, plural, one {# recovery code is} other {# recovery codes are}} left.', { left })}</p>
      {faults.general !== undefined && <Notice tone="danger">{faults.general}</Notice>}
      <PasswordField value={password} onChange={setPassword} error={faults.password} />
      <div className="api-buttons">
        <Button busy={renewal.isPending} onClick={() => renewal.mutate()}>
          {t('Create new recovery codes')}
        </Button>
        <Button busy={off.isPending} onClick={() => off.mutate()}>
          {t('Turn codes off')}
        </Button>
      </div>
    </div>
  )
}

interface PasswordFieldProps {
  value: string
  onChange: (password: string) => void
  error: string | undefined
}

function PasswordField(props: PasswordFieldProps) {
  return (
    <TextField
      label={t('Your password, to confirm it')}
      type="password"
      autoComplete="current-password"
      {...props}
    />
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className="team-form">
      <Notice tone="warning" title={t('Save these recovery codes')}>
        {t('Each signs you in once when the app is not there. They are not shown again.')}
      </Notice>
      <ul className="team-recovery">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="api-buttons">
        <CopyButton text={codes.join('\n')} label={t('Copy all')} />
        <Button onClick={onDone}>{t('I have saved them')}</Button>
      </div>
    </div>
  )
}
