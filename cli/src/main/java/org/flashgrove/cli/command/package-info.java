/**
 * Parts that all commands use: the base class, the terminal, members of {@code --json} objects,
 * parsing of numbers, directories, and failure messages.
 */
package org.flashgrove.cli.command;
