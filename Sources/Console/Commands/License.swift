/// What the program says about its licence.
enum License {
  /// The line of the banner.
  static let line = "GPL-3.0-or-later, without any warranty; .license says more"

  static let text = """
    Lectern is free software: you can redistribute it and/or modify it under the terms of the
    GNU General Public License as published by the Free Software Foundation, either version 3
    of the License, or (at your option) any later version.

    It is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without even
    the implied warranty of MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.

    The full text: the file LICENSE, or https://www.gnu.org/licenses/gpl-3.0.html
    Why this licence: the prompt is read with GNU Readline, which has it.

    """
}
