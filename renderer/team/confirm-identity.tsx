import { useMutation } from '@tanstack/react-query'
import { useEffect, useState, type FormEvent } from 'react'
import type { ConfirmationWays } from '#shared/schemas/errors.ts'
import { confirmIdentity } from '../api/people-queries.ts'
import { setConfirmationPrompt } from '../api/session.ts'
import { explainRefusal } from '../api/api-error.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/field.tsx'
import { t } from '../ui/text.ts'

interface Question {
  readonly ways: ConfirmationWays
  readonly answer: (isConfirmed: boolean) => void
}

export function ConfirmIdentity() {
  const [question, setQuestion] = useState<Question>()
  useEffect(() => setConfirmationPrompt((ways) => new Promise((answer) => setQuestion({ ways, answer }))), [])
  if (question === undefined) return null
  const end = (isConfirmed: boolean): void => {
    setQuestion(undefined)
    question.answer(isConfirmed)
  }
  return <ConfirmDialog ways={question.ways} onEnd={end} />
}

interface ConfirmDialogProps {
  ways: ConfirmationWays
  onEnd: (isConfirmed: boolean) => void
}

const formId = 'confirm-identity'

function ConfirmDialog({ ways, onEnd }: ConfirmDialogProps) {
  const hasSecret = ways.password || ways.code
  return (
    <Dialog
      title={t('Confirm that it is you')}
      size="small"
      description={t(
        'This step asks again who you are, because the last time is more than a quarter of an hour ago.',
      )}
      open
      onClose={() => onEnd(false)}
      keepOnOutsidePress
      footer={
        <>
          <Button onClick={() => onEnd(false)}>{t('Cancel')}</Button>
          {hasSecret ? (
            <Button variant="primary" type="submit" form={formId}>
              {t('Continue')}
            </Button>
          ) : (
            <Button variant="primary" onClick={() => onEnd(true)}>
              {t('Continue')}
            </Button>
          )}
        </>
      }
    >
      {hasSecret && <SecretForm ways={ways} onConfirmed={() => onEnd(true)} />}
      {ways.provider !== null && (
        <ProviderWay provider={ways.provider} onConfirmed={() => onEnd(true)} isOnly={!hasSecret} />
      )}
      {!hasSecret && ways.provider === null && (
        <Notice tone="warning">
          {t('This account has no password. Ask an administrator of the server for a link to set one.')}
        </Notice>
      )}
    </Dialog>
  )
}

interface SecretFormProps {
  ways: ConfirmationWays
  onConfirmed: () => void
}

function SecretForm({ ways, onConfirmed }: SecretFormProps) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const confirmation = useMutation({
    mutationFn: () => confirmIdentity(code.trim() === '' ? { password } : { code: code.trim() }),
    onSuccess: onConfirmed,
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!confirmation.isPending) confirmation.mutate()
  }
  const faults =
    confirmation.error === null
      ? {}
      : explainRefusal(confirmation.error, [
          ['password', 'password'],
          ['code', 'code'],
        ])
  return (
    <form id={formId} className="team-form" onSubmit={submit} noValidate>
      {faults.general !== undefined && <Notice tone="danger">{faults.general}</Notice>}
      {ways.password && (
        <TextField
          label={t('Your password')}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={faults.password}
        />
      )}
      {ways.code && (
        <TextField
          label={ways.password ? t('Or a one-time code') : t('One-time code')}
          autoComplete="one-time-code"
          value={code}
          onChange={setCode}
          error={faults.code}
        />
      )}
    </form>
  )
}

interface ProviderWayProps {
  provider: NonNullable<ConfirmationWays['provider']>
  isOnly: boolean
  onConfirmed: () => void
}

/** Confirms in another tab, so that the work here stays. */
function ProviderWay({ provider: { name, start }, isOnly, onConfirmed }: ProviderWayProps) {
  return (
    <div className="team-form">
      <p>
        {isOnly
          ? t('Sign in with {name} once more, in a page of its own, then continue here.', { name })
          : t('Or sign in with {name} once more, in a page of its own.', { name })}
      </p>
      <a className="ui-button ui-button-default" href={start} target="_blank" rel="noreferrer">
        {t('Sign in with {name}', { name })}
      </a>
      {!isOnly && <Button onClick={onConfirmed}>{t('I have signed in there')}</Button>}
    </div>
  )
}
