// Before the first paint, so that a chosen theme never flashes. A file of its own: inline scripts are refused.
try {
  const theme = localStorage.getItem('postil.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be switched off: the system's preference stands.
}
