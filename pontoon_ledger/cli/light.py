"""Arguments taken as the texts they are, without typer's converters and the libraries behind them.

In: a command of typer. Out: the same command; where typer has no such converters nothing is changed.
Every parameter of this program is a text, texts or a flag, which need no converting, and the
import of the converters would double the time of a short answer.
"""

from typing import Any


class AsWritten:
    """Stands in for a converter of typer: what was written is what the command gets."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Give a value back, many of them as a list.

        >>> from types import SimpleNamespace
        >>> AsWritten().coerce(("a", "b"), SimpleNamespace(multiple=True, nargs=1), None)
        ['a', 'b']
        """
        many = param.multiple or param.nargs == -1
        return list(value or ()) if many else value


def lighten(command: Any) -> Any:
    """Take the converters off the parameters of a command and of those below it."""
    make_help = command.get_help_option
    command.get_help_option = lambda context: _light(make_help(context))
    for param in command.params:
        _light(param)
    for below in getattr(command, "commands", {}).values():
        lighten(below)
    return command


def _light(param: Any) -> Any:
    if hasattr(param, "_runtime_param"):
        param._runtime_param = AsWritten()
    return param
