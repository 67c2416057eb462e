import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { askForForgottenPassword } from '../api/sign-in-queries.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { t } from '../ui/text.ts'

interface ForgottenFormProps {
  email: string
  onBack: () => void
}

/** Has a link for a new password mailed; what it tells is the same whether or not there is such an account. */
export function ForgottenForm({ email: first, onBack }: ForgottenFormProps) {
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
