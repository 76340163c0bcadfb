import { createContext, type ReactNode, useContext, useState } from 'react'
import { createPortal } from 'react-dom'

/** Places in the header that belong to the page below it. */
export type HeaderPlace = 'crumbs' | 'saved' | 'actions'

type Places = Partial<Record<HeaderPlace, HTMLElement | null>>
const PlacesContext = createContext<{ places: Places; setPlace: (place: HeaderPlace, at: HTMLElement | null) => void }>(
  {
    places: {},
    setPlace: () => undefined,
  },
)

/** Connects the slots of the header with the pages that fill them. */
export function HeaderPlaces({ children }: { children: ReactNode }) {
  const [places, setPlaces] = useState<Places>({})
  const [value] = useState(() => ({
    setPlace: (place: HeaderPlace, at: HTMLElement | null) =>
      setPlaces((known) => (known[place] === at ? known : { ...known, [place]: at })),
  }))
  return <PlacesContext value={{ ...value, places }}>{children}</PlacesContext>
}

/** In the header: an empty slot. */
export function HeaderPlaceTarget({ place, className }: { place: HeaderPlace; className?: string }) {
  const { setPlace } = useContext(PlacesContext)
  const [ref] = useState(() => (at: HTMLElement | null) => setPlace(place, at))
  return <div ref={ref} className={className} />
}

/** In a page: content of a header slot while the page is open. */
export function HeaderSlot({ place, children }: { place: HeaderPlace; children: ReactNode }) {
  const at = useContext(PlacesContext).places[place]
  return at ? createPortal(children, at) : null
}
