/**
 * Command line of Flashgrove. {@link org.flashgrove.cli.Main} finds and runs the commands; each
 * command is a class in a package below.
 */
package org.flashgrove.cli;
