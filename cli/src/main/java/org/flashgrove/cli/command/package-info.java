/**
 * Parts that all commands share: the terminal, the store, the members of {@code --json}, parsing of
 * numbers and directories, and failure messages.
 */
package org.flashgrove.cli.command;
