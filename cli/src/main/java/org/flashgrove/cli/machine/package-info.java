/** What figures were made with and on. */
package org.flashgrove.cli.machine;
