"""Reads and presses what a screen reader gets from Firefox over AT-SPI: atSpi.py FIREFOX ADDRESS EMAIL PASSWORD.

Runs in a D-Bus session of its own (dbus-run-session), writes one line for each step and ends with 1 at the first that fails.
"""
import os, subprocess, sys, tempfile, time
import gi

gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, Gio, GLib

program, address, email, password = sys.argv[1:]
WAIT_SECONDS = 60
ENTER = 0xFF0D
PREFERENCES = [
    'user_pref("accessibility.force_disabled", -1);',
    'user_pref("browser.shell.checkDefaultBrowser", false);',
    'user_pref("datareporting.policy.dataSubmissionEnabled", false);',
    'user_pref("signon.rememberSignons", false);',
    'user_pref("ui.prefersReducedMotion", 1);',
]


def children(parent):
    for index in range(parent.get_child_count()):
        child = parent.get_child_at_index(index)
        if child:
            yield child


def descendants(parent):
    for child in children(parent):
        yield child
        yield from descendants(child)


def until(what, find):
    """Waits for the first true answer of `find`; elements that leave the tree meanwhile are errors of GLib."""
    end = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < end:
        try:
            found = find()
            if found:
                print(what, flush=True)
                return found
        except GLib.Error:
            pass
        GLib.usleep(100_000)
    sys.exit(f'Not found: {what}')


def find(parent, role, name, *states):
    def is_it(element):
        has = element.get_state_set().contains
        return element.get_role_name() == role and element.get_name() == name and all(has(state) for state in states)

    says = ' '.join([role, f'"{name}"', *(state.value_nick for state in states)])
    return until(says, lambda: next(filter(is_it, descendants(parent)), None))


def focus(parent, role, name):
    element = find(parent, role, name, Atspi.StateType.SENSITIVE)
    element.grab_focus()
    until('  focused', lambda: element.get_state_set().contains(Atspi.StateType.FOCUSED))
    return element


def press(parent, role, name):
    """By key: Firefox ignores the first action of a page that has had no click."""
    focus(parent, role, name)
    Atspi.generate_keyboard_event(ENTER, None, Atspi.KeySynthType.SYM)


def turn_on():
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    status = GLib.Variant('(ssv)', ('org.a11y.Status', 'IsEnabled', GLib.Variant('b', True)))
    method = ('org.a11y.Bus', '/org/a11y/bus', 'org.freedesktop.DBus.Properties', 'Set')
    bus.call_sync(*method, status, None, Gio.DBusCallFlags.NONE, -1, None)


def journey(desktop):
    firefox = until('Firefox', lambda: next((app for app in children(desktop) if app.get_name() == 'Firefox'), None))
    page = find(firefox, 'document web', 'Sign in · Promenade')
    for role, name, text in [('entry', 'Email', email), ('password text', 'Password', password)]:
        field = focus(page, role, name)
        Atspi.generate_keyboard_event(0, text, Atspi.KeySynthType.STRING)
        until(f'{len(text)} characters', lambda: Atspi.Text.get_character_count(field) == len(text))
    press(page, 'push button', 'Sign in')
    find(firefox, 'heading', 'Releases')
    press(firefox, 'link', 'Harbour Sun')
    dialog = find(firefox, 'dialog', 'Harbour Sun by Palma Social')
    find(dialog, 'heading', 'Harbour Sun', Atspi.StateType.FOCUSED)
    press(dialog, 'toggle button', 'Flag Harbour Sun')
    find(dialog, 'toggle button', 'Flag Harbour Sun', Atspi.StateType.PRESSED)
    press(dialog, 'toggle button', 'Flag Harbour Sun')
    find(firefox, 'push button', 'Undo')
    press(dialog, 'push button', 'Play later')
    press(dialog, 'push button', 'Close')
    player = find(firefox, 'landmark', 'Player')
    find(player, 'toggle button', 'Play', Atspi.StateType.SENSITIVE)
    find(player, 'slider', 'Seek')
    if not find(player, 'toggle button', 'Play queue').get_state_set().contains(Atspi.StateType.PRESSED):
        press(player, 'toggle button', 'Play queue')
    find(player, 'toggle button', 'Play queue', Atspi.StateType.PRESSED)
    queue = find(firefox, 'landmark', 'Play queue')
    find(find(queue, 'list', 'Currently playing'), 'toggle button', 'Play release Harbour Sun')


if 'DISPLAY' not in os.environ:
    # The programs of the session need the screen from their start.
    read_end, write_end = os.pipe()
    screen = subprocess.Popen(['Xvfb', '-displayfd', str(write_end), '-screen', '0', '1440x900x24'], pass_fds=[write_end])
    display = f':{os.read(read_end, 16).decode().strip()}'
    try:
        session = ['dbus-run-session', '--', sys.executable, *sys.argv]
        sys.exit(subprocess.run(session, env={**os.environ, 'DISPLAY': display}).returncode)
    finally:
        screen.terminate()
        screen.wait()

with tempfile.TemporaryDirectory() as profile:
    with open(os.path.join(profile, 'user.js'), 'w') as file:
        file.write('\n'.join(PREFERENCES))
    turn_on()
    browser = subprocess.Popen(
        [program, '--no-remote', '--profile', profile, f'{address}/signin'],
        env={**os.environ, 'GNOME_ACCESSIBILITY': '1', 'HOME': profile},
    )
    try:
        Atspi.init()
        journey(Atspi.get_desktop(0))
    finally:
        browser.terminate()
        browser.wait()
