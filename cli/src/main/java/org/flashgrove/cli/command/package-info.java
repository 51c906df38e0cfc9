/**
 * What every command is made of: its terminal, the store it is called for, the members of {@code
 * --json}, numbers and directories of its arguments, and what a failure says.
 */
package org.flashgrove.cli.command;
