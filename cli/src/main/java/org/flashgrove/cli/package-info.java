/** The command line: one class a command, and nothing that an application could want. */
package org.flashgrove.cli;
