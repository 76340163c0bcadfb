// Runs before the first paint, so that the page never flashes in the wrong theme. A separate file, since the content
// security policy refuses inline scripts.
try {
  const theme = localStorage.getItem('postil.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be disabled: the system's preference applies.
}
