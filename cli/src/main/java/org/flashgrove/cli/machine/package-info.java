/** Facts about the program and the machine that produced a result. */
package org.flashgrove.cli.machine;
