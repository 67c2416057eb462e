import './face.css'

interface FaceProps {
  readonly initials: string
  /** A number from 1 to 6. */
  readonly colour: number
}

/** Somebody, by the letters of their name in a disc of their colour. */
export function Face({ initials, colour }: FaceProps) {
  // Drawn by the sheet of styles: the letters are no part of what a button with a face is called.
  return <span className="face" data-person-colour={colour} data-initials={initials} aria-hidden />
}
