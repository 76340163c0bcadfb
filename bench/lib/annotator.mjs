/**
 * Choose a label with the keyboard like a person who knows the labels by name: press its key if it has one, else type its name, letter by
 * letter, until it has a key or Enter would choose it.
 *
 * @param {import('playwright-core').Page} page with the focus in the question
 * @param {string} question name of the question
 * @param {string} label value of the option
 * @returns {Promise<number>} number of key presses
 */
export async function chooseLabel(page, question, label) {
  const options = page.locator(`[data-question="${question}"] [data-option]`)
  const letters = label.replaceAll('_', ' ')
  for (let keys = 1; ; keys += 1) {
    const shown = await options.evaluateAll((inputs) =>
      inputs.map((input) => ({ value: input.dataset.option, key: input.getAttribute('aria-keyshortcuts') })),
    )
    const found = shown.find(({ value }) => value === label)
    const isBest = keys > 1 && shown[0]?.value === label
    if (found?.key || isBest) {
      await page.keyboard.press(found?.key ?? 'Enter')
      return keys
    }
    const letter = letters[keys - 1]
    if (letter === undefined) throw new Error(`${label} cannot be found by its name`)
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
  }
}

/** Wait until a record other than this one is shown. @param {import('playwright-core').Page} page @param {string} id */
export async function nextAfter(page, id) {
  const shown = page.locator('code[title^="External id"]')
  await shown.filter({ hasNotText: new RegExp(`^${id}$`) }).waitFor()
  return (await shown.textContent()) ?? ''
}
