import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'
import { showError } from './toast.tsx'
import { t } from './text.ts'

const confirmationMs = 1600

export function CopyButton({ text, label = t('Copy') }: { text: string; label?: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
      setTimeout(() => setIsCopied(false), confirmationMs)
    } catch {
      showError(t('The text could not be copied'), { description: t('Select it and press Ctrl+C instead.') })
    }
  }
  return (
    <Button onClick={() => void copy()}>
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">{isCopied ? t('Copied') : label}</span>
    </Button>
  )
}
