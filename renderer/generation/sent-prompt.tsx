import { useState } from 'react'
import './sent-prompt.css'

/** What a model is asked, for who wants to read it. */
export function SentPrompt({ title, prompt }: { title: string; prompt: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="sent-prompt" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <pre tabIndex={0}>{prompt}</pre>}
    </details>
  )
}
