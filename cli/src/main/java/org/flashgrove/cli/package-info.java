/** The command line: one class a command, and what they share. */
package org.flashgrove.cli;
