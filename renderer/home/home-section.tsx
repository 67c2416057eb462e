import type { ReactNode } from 'react'

interface HomeSectionProps {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}

export function HomeSection({ title, aside, children }: HomeSectionProps) {
  return (
    <section className="home-section" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}

export function NothingYet({ children }: { readonly children: string }) {
  return <p className="home-nothing">{children}</p>
}
