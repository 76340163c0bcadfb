import { expect, it } from 'vitest'

/** Elements that are shown, and those that an attribute, a parent or their name hides. */
const PAGE = `
  <p>text <b>bold</b></p>
  <ul><li>one</li></ul>
  <table><tr><td>cell</td></tr><tr hidden><td>cell</td></tr></table>
  <div hidden><i>in a hidden one</i></div>
  <div style="display: none"><i>in one without display</i></div>
  <div style="visibility: hidden"><i>in an invisible one</i><i style="visibility: visible">visible</i></div>
  <div style="pointer-events: none"><button>not to be clicked</button></div>
  <div style="color: red"><i>red</i></div>
  <input type="hidden"><input type="text"><template>never</template><script></script>
  <dialog>closed</dialog><dialog open>open</dialog>
  <details><summary>more</summary>text</details>
  <div popover>not yet</div>
  <svg><title>drawing</title></svg>`

it('the styles that tests answer without jsdom are those of jsdom', () => {
  document.body.innerHTML = PAGE
  const quick = window.getComputedStyle
  const ofJsdom: typeof quick = Reflect.get(quick, 'ofJsdom')
  const shownBy = (compute: typeof quick) =>
    [...document.querySelectorAll('*')].map((element) => {
      const style = compute(element)
      const { display, visibility, pointerEvents } = style
      const read = ['display', 'visibility', 'pointer-events'].map((name) => style.getPropertyValue(name))
      return [element.outerHTML, display, visibility, pointerEvents, ...read]
    })
  expect(shownBy(quick)).toEqual(shownBy(ofJsdom))
  document.body.replaceChildren()
})
