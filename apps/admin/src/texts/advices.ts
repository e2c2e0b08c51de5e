/** What to do about an install that was not matched, by the reason. */
export const advices: Readonly<Record<string, string>> = {
  consent_missing:
    'The project requires consent. Pass it to the SDK as soon as the user has decided. The install is then decided again.',
  consent_refused:
    'Nothing: the user did not consent. If they consent later, the SDK reports again and the install is decided again.',
  wrong_project:
    'The app sends the key of another project than the one whose link was clicked. Compare the project key in the app with the link’s project.',
  already_consumed:
    'One click explains one install. A reinstall on the same device, or a second device with the same link, needs a separate click.',
  expired:
    'The click is older than the window. If people take longer from click to first open, widen it in the attribution settings.',
  other_source:
    'The store says that another network brought this install. Check whether the ad should have used your link.',
  installed_before_click:
    'The app was on the phone before the click. This is a return, not a new install.',
  no_candidate:
    'Open the link on the same phone and network as the install, in a browser, and let the landing page load. On Android the Play referrer works across networks.',
  ambiguous:
    'Several people behind one address clicked at about the same time. Only a Play referrer or, on iOS, the clipboard can distinguish them.',
  below_threshold:
    'The device that clicked looks too different from the one that installed, so the click is probably somebody else’s. The right click may be among those that were not compared; each group has its reason. A lower minimum confidence helps only if the probability is just below it.',
}

/** Links to what an advice names. */
export const advicePlaces = {
  clicks: 'Clicks before the install',
  attribution: 'Attribution settings',
  setup: 'Project key and code for the app',
  phone: 'Try with my phone',
} as const
