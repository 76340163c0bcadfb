import { type ComponentProps, type RefObject, useId } from 'react'

interface FileInputProps extends Pick<ComponentProps<'input'>, 'accept' | 'multiple'> {
  /** For the button beside it, whose press opens the browser's own dialog. */
  ref: RefObject<HTMLInputElement | null>
  /** Accessible name. */
  label: string
  onFiles: (files: readonly File[]) => void
}

/** The browser's own input of files, which is not seen: a button of ours opens it. */
export function FileInput({ ref, label, accept, multiple, onFiles }: FileInputProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="visuallyHidden">
        {label}
      </label>
      <input
        ref={ref}
        id={id}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // Reset, so that choosing the same file again fires a change event.
          target.value = ''
        }}
      />
    </>
  )
}
