import './face.css'

interface FaceProps {
  readonly initials: string
  readonly colour: number
}

export function Face({ initials, colour }: FaceProps) {
  // Drawn by CSS: the letters are not part of the name of a button.
  return <span className="face" data-person-colour={colour} data-initials={initials} aria-hidden />
}
